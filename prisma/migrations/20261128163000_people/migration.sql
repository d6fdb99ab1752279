-- AlterTable
ALTER TABLE "run" ADD COLUMN     "is_unattended" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "reports" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "notice" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "call_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notice_run_id_idx" ON "notice"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "notice_session_id_call_id_key" ON "notice"("session_id", "call_id");

-- AddForeignKey
ALTER TABLE "notice" ADD CONSTRAINT "notice_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot say ------------------------------------------------------------------------------------------------

-- The inbox asks for those that nobody has read.
CREATE INDEX "notice_unread" ON "notice" ("created_at" DESC) WHERE "read_at" IS NULL;
