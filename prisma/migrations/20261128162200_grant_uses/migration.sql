-- What Prisma cannot say ------------------------------------------------------------------------------------------------

-- A lasting permission that lets the same call through again is counted in the entry of its session.
CREATE INDEX "audit_grant_use" ON "audit_entry" ("session_id") WHERE "kind" = 'grant' AND "decision" = 'allowed';
