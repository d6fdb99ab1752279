-- CreateTable
CREATE TABLE "secret" (
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "tools" TEXT[],
    "hosts" TEXT[],
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_pkey" PRIMARY KEY ("name")
);


-- What Prisma cannot say ------------------------------------------------------------------------------------------------

-- Where a secret was used is asked of the audit.
CREATE INDEX "audit_secret" ON "audit_entry" ("subject", "id" DESC) WHERE "kind" = 'secret';

-- A process that has not noticed yet that the key was changed would write what nobody can read any more. The first part of an
-- encrypted text names its key; it has to be the key of the canary, which is changed with all the others.
CREATE FUNCTION "refuse_former_key"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sealed text := to_jsonb(NEW) ->> TG_ARGV[0];
  canary text := (SELECT "value" #>> '{}' FROM "setting" WHERE "key" = 'vault.canary');
BEGIN
  IF sealed IS NOT NULL AND canary IS NOT NULL AND split_part(sealed, '.', 1) <> split_part(canary, '.', 1) THEN
    RAISE EXCEPTION 'The encryption key was changed: this was encrypted with the former one.' USING ERRCODE = 'OH001';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "secret_key" BEFORE INSERT OR UPDATE OF "value" ON "secret" FOR EACH ROW EXECUTE FUNCTION "refuse_former_key"('value');
CREATE TRIGGER "provider_key" BEFORE INSERT OR UPDATE OF "secret" ON "provider" FOR EACH ROW EXECUTE FUNCTION "refuse_former_key"('secret');
CREATE TRIGGER "mcp_server_key" BEFORE INSERT OR UPDATE OF "secret" ON "mcp_server" FOR EACH ROW EXECUTE FUNCTION "refuse_former_key"('secret');
CREATE TRIGGER "team_database_key" BEFORE INSERT OR UPDATE OF "secret" ON "team_database" FOR EACH ROW EXECUTE FUNCTION "refuse_former_key"('secret');
