-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "count" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "last_at" TIMESTAMPTZ(3);


-- What Prisma cannot say ------------------------------------------------------------------------------------------------

-- A refusal that comes again in the same session is counted in its entry: an agent that runs in circles does not fill the audit.
CREATE UNIQUE INDEX "audit_refusal" ON "audit_entry" ("session_id", "digest") WHERE "kind" = 'refusal';
