-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "org" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "org_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "org_version" (
    "org_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "label" TEXT,
    "document" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "org_version_pkey" PRIMARY KEY ("org_id","version")
);

-- CreateTable
CREATE TABLE "agent" (
    "org_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "skills" TEXT[],
    "servers" TEXT[],

    CONSTRAINT "agent_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "reporting_line" (
    "org_id" UUID NOT NULL,
    "child_id" TEXT NOT NULL,
    "parent_id" TEXT NOT NULL,

    CONSTRAINT "reporting_line_pkey" PRIMARY KEY ("org_id","child_id")
);

-- CreateTable
CREATE TABLE "sample_file" (
    "org_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "sample_file_pkey" PRIMARY KEY ("org_id","name")
);

-- CreateTable
CREATE TABLE "run" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "org_name" TEXT NOT NULL,
    "org_version" INTEGER NOT NULL,
    "task" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "seq" BIGINT NOT NULL DEFAULT 0,
    "answer" TEXT NOT NULL DEFAULT '',
    "error" TEXT,
    "model_override" JSON,
    "is_scripted" BOOLEAN NOT NULL DEFAULT true,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "parent_id" UUID,
    "call_id" TEXT,
    "call_index" INTEGER NOT NULL DEFAULT 0,
    "agent_id" TEXT NOT NULL,
    "agent_name" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "task" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "waits" INTEGER NOT NULL DEFAULT 0,
    "owner" INTEGER,
    "turns" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "cached_input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost" DOUBLE PRECISION DEFAULT 0,
    "answer" TEXT NOT NULL DEFAULT '',
    "error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "run_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "session_id" UUID,
    "position" INTEGER,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "payload" JSON NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("run_id","seq")
);

-- CreateTable
CREATE UNLOGGED TABLE "draft" (
    "session_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "draft_pkey" PRIMARY KEY ("session_id")
);

-- CreateTable
CREATE TABLE "frozen_text" (
    "hash" TEXT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "frozen_text_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "wait" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "call_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "request" JSON NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "answer" JSON,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "wait_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "artifact" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "session_id" UUID,
    "call_id" TEXT,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "is_attachment" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "artifact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "artifact_content" (
    "artifact_id" UUID NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "artifact_content_pkey" PRIMARY KEY ("artifact_id")
);

-- CreateTable
CREATE TABLE "provider" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "base_url" TEXT,
    "secret" TEXT,
    "models" TEXT[],

    CONSTRAINT "provider_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mcp_server" (
    "name" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "args" TEXT[],
    "env_names" TEXT[],
    "secret" TEXT,
    "tools" JSON NOT NULL DEFAULT '[]',
    "tested_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "mcp_server_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" JSON NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "worker" (
    "id" SERIAL NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_database" (
    "org_id" UUID NOT NULL,
    "schema_name" TEXT NOT NULL,
    "reader_role" TEXT NOT NULL,
    "writer_role" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_database_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "history_entry" (
    "session_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "agent_name" TEXT NOT NULL,
    "task" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "search" tsvector GENERATED ALWAYS AS ((setweight(to_tsvector('simple'::regconfig, agent_name), 'C'::"char") || setweight(to_tsvector('simple'::regconfig, task), 'A'::"char")) || setweight(to_tsvector('simple'::regconfig, answer), 'B'::"char")) STORED,

    CONSTRAINT "history_entry_pkey" PRIMARY KEY ("session_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "org_slug_key" ON "org"("slug");

-- CreateIndex
CREATE INDEX "reporting_line_org_id_parent_id_idx" ON "reporting_line"("org_id", "parent_id");

-- CreateIndex
CREATE INDEX "run_started_at_idx" ON "run"("started_at" DESC);

-- CreateIndex
CREATE INDEX "run_org_id_started_at_idx" ON "run"("org_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "session_run_id_idx" ON "session"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "session_parent_id_call_id_call_index_key" ON "session"("parent_id", "call_id", "call_index");

-- CreateIndex
CREATE UNIQUE INDEX "event_session_id_position_key" ON "event"("session_id", "position");

-- CreateIndex
CREATE INDEX "draft_run_id_idx" ON "draft"("run_id");

-- CreateIndex
CREATE INDEX "wait_run_id_idx" ON "wait"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "wait_session_id_call_id_key" ON "wait"("session_id", "call_id");

-- CreateIndex
CREATE INDEX "artifact_run_id_idx" ON "artifact"("run_id");

-- CreateIndex
CREATE INDEX "history_entry_search_idx" ON "history_entry" USING GIN ("search");

-- CreateIndex
CREATE INDEX "history_entry_org_id_finished_at_idx" ON "history_entry"("org_id", "finished_at" DESC);

-- AddForeignKey
ALTER TABLE "org_version" ADD CONSTRAINT "org_version_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent" ADD CONSTRAINT "agent_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reporting_line" ADD CONSTRAINT "reporting_line_org_id_child_id_fkey" FOREIGN KEY ("org_id", "child_id") REFERENCES "agent"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reporting_line" ADD CONSTRAINT "reporting_line_org_id_parent_id_fkey" FOREIGN KEY ("org_id", "parent_id") REFERENCES "agent"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sample_file" ADD CONSTRAINT "sample_file_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wait" ADD CONSTRAINT "wait_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifact" ADD CONSTRAINT "artifact_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifact_content" ADD CONSTRAINT "artifact_content_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifact"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot say ------------------------------------------------------------------------------------------------

-- Rows that are updated at every commit stay on their page.
ALTER TABLE "run" SET (fillfactor = 50);
ALTER TABLE "session" SET (fillfactor = 50);
ALTER TABLE "draft" SET (fillfactor = 50);

ALTER TABLE "session" ADD CONSTRAINT "session_status" CHECK ("status" IN ('ready', 'running', 'parked', 'completed', 'failed', 'cancelled'));
ALTER TABLE "session" ADD CONSTRAINT "session_waits" CHECK ("waits" >= 0);
ALTER TABLE "run" ADD CONSTRAINT "run_status" CHECK ("status" IN ('running', 'completed', 'failed', 'cancelled'));
ALTER TABLE "wait" ADD CONSTRAINT "wait_status" CHECK ("status" IN ('open', 'answered', 'cancelled'));
ALTER TABLE "reporting_line" ADD CONSTRAINT "reporting_line_not_self" CHECK ("parent_id" <> "child_id");

-- No agent may end up above itself, whoever saves at the same time: checked at commit, under the org's row lock, so that
-- of two racing saves the second sees the first.
CREATE FUNCTION "refuse_reporting_loop"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  above text := NEW."parent_id";
  levels int := 0;
BEGIN
  PERFORM 1 FROM "org" WHERE "id" = NEW."org_id" FOR UPDATE;
  WHILE above IS NOT NULL LOOP
    levels := levels + 1;
    -- The second half ends the walk in a loop further up, which another row of the same save closes.
    IF above = NEW."child_id" OR levels > 10000 THEN
      RAISE EXCEPTION 'A reporting line would close a loop at %', NEW."child_id" USING ERRCODE = 'check_violation', CONSTRAINT = 'reporting_line_no_loop';
    END IF;
    SELECT "parent_id" INTO above FROM "reporting_line" WHERE "org_id" = NEW."org_id" AND "child_id" = above;
    IF NOT FOUND THEN
      EXIT;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "reporting_line_no_loop" AFTER INSERT OR UPDATE ON "reporting_line"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "refuse_reporting_loop"();
