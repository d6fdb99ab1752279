-- CreateTable
CREATE TABLE "skill_revision" (
    "skill" TEXT NOT NULL,
    "revision" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_revision_pkey" PRIMARY KEY ("skill","revision")
);


-- What Prisma cannot say ------------------------------------------------------------------------------------------------

-- It is packed already.
ALTER TABLE "skill_revision" ALTER COLUMN "content" SET STORAGE EXTERNAL;
