-- AlterTable
ALTER TABLE "run" ADD COLUMN     "request_tools" JSON;

-- AlterTable
ALTER TABLE "wait" ADD COLUMN     "digest" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "used_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "toolbox" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "tools" TEXT[],
    "is_builtin" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "toolbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_grant" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "agent_id" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "executable" TEXT NOT NULL,
    "shape" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "granted_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "decision" TEXT,
    "run_id" UUID,
    "session_id" UUID,
    "agent_name" TEXT,
    "chain" TEXT[],
    "tool" TEXT,
    "digest" TEXT,
    "detail" JSON,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "approval_grant_org_id_agent_id_idx" ON "approval_grant"("org_id", "agent_id");

-- CreateIndex
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "wait_session_id_call_id_kind_digest_key" ON "wait"("session_id", "call_id", "kind", "digest");

-- DropIndex
DROP INDEX "wait_session_id_call_id_key";

-- AddForeignKey
ALTER TABLE "approval_grant" ADD CONSTRAINT "approval_grant_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Two toolboxes that are there never have one name; what was removed does not keep its name from others.
CREATE UNIQUE INDEX "toolbox_name" ON "toolbox" (lower("name")) WHERE "removed_at" IS NULL;

-- What is looked for every few seconds: approvals that nobody gave in time.
CREATE INDEX "wait_due" ON "wait" ("expires_at") WHERE "status" = 'open' AND "expires_at" IS NOT NULL;
