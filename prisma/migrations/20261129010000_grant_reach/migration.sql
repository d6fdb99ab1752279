-- A permission may hold in one run only, or for every agent of its org.
ALTER TABLE "approval_grant" ALTER COLUMN "agent_id" DROP NOT NULL;
ALTER TABLE "approval_grant" ADD COLUMN "run_id" UUID;
CREATE INDEX "approval_grant_run_id_idx" ON "approval_grant"("run_id");
ALTER TABLE "approval_grant" ADD CONSTRAINT "approval_grant_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
