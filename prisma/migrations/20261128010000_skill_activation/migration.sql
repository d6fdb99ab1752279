-- CreateTable
CREATE TABLE "skill_activation" (
    "session_id" UUID NOT NULL,
    "skill" TEXT NOT NULL,
    "revision" TEXT NOT NULL,
    "activated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_activation_pkey" PRIMARY KEY ("session_id","skill")
);

-- CreateIndex
CREATE INDEX "skill_activation_skill_revision_idx" ON "skill_activation"("skill", "revision");

-- AddForeignKey
ALTER TABLE "skill_activation" ADD CONSTRAINT "skill_activation_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
