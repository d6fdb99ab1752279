-- AlterTable
ALTER TABLE "session" ADD COLUMN     "is_limited" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "waiting_for_slot" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "provider" ADD COLUMN     "max_concurrent_sessions" INTEGER;

-- CreateTable
CREATE TABLE "slot_limit" (
    "key" TEXT NOT NULL,
    "capacity" INTEGER NOT NULL,

    CONSTRAINT "slot_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "slot" (
    "session_id" UUID NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "slot_pkey" PRIMARY KEY ("session_id","key")
);

-- CreateTable
CREATE TABLE "slot_waiter" (
    "session_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "worker" INTEGER NOT NULL,

    CONSTRAINT "slot_waiter_pkey" PRIMARY KEY ("session_id","key")
);

-- CreateIndex
CREATE INDEX "slot_key_idx" ON "slot"("key");

-- CreateIndex
CREATE INDEX "slot_waiter_key_number_idx" ON "slot_waiter"("key", "number");

-- AddForeignKey
ALTER TABLE "slot" ADD CONSTRAINT "slot_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slot_waiter" ADD CONSTRAINT "slot_waiter_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot say ------------------------------------------------------------------------------------------------

ALTER TABLE "slot_limit" SET (fillfactor = 50);
ALTER TABLE "slot_limit" ADD CONSTRAINT "slot_limit_capacity" CHECK ("capacity" > 0);
ALTER TABLE "provider" ADD CONSTRAINT "provider_max_concurrent_sessions" CHECK ("max_concurrent_sessions" > 0);

CREATE SEQUENCE "slot_waiter_number" AS bigint;

-- Everybody locks in one order: the session, its run, then limits by key. Nobody waits in a circle.

-- Rings for those who stand first where there is room: the worker that queued each of them takes it. A run that is paused
-- stands aside. Call it with the limits locked.
CREATE FUNCTION "wake_slot_waiters"(keys text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('openhive', json_build_object('type', 'slot', 'from', '', 'worker', first."worker", 'sessionId', first."session_id")::text)
  FROM (
    SELECT DISTINCT w."worker", w."session_id"
    FROM "slot_limit" l CROSS JOIN LATERAL (
      SELECT waiter."worker", waiter."session_id"
      FROM "slot_waiter" waiter
        JOIN "session" s ON s."id" = waiter."session_id"
        JOIN "run" r ON r."id" = s."run_id" AND r."status" = 'running'
      WHERE waiter."key" = l."key"
      ORDER BY waiter."number"
      LIMIT greatest(0, l."capacity" - (SELECT count(*) FROM "slot" WHERE "slot"."key" = l."key"))
    ) w
    WHERE l."key" = ANY (keys)
  ) first;
$$;

-- Takes all slots that a claimed session needs, or none: then it is ready again and stands in line where there was no room,
-- with the number it had. No row: the claim is lost. Otherwise one row, with the event if it is newly queued.
CREATE FUNCTION "take_slots"(claimed uuid, claimed_fence int, keys text[], capacities int[], reasons text[])
RETURNS TABLE (is_taken boolean, run_id uuid, seq bigint, session_id uuid, agent_name text, type text, at timestamptz, payload json)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  mine "session";
  my_number bigint;
  left_keys text[];
  full_keys text[];
  reason text;
  place int;
BEGIN
  SELECT * INTO mine FROM "session" WHERE "id" = claimed AND "fence" = claimed_fence AND "status" = 'running' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM 1 FROM "run" WHERE "id" = mine."run_id" FOR NO KEY UPDATE;
  INSERT INTO "slot_limit" AS l ("key", "capacity")
    SELECT wanted."key", wanted."capacity" FROM unnest(keys, capacities) AS wanted("key", "capacity") ORDER BY wanted."key" COLLATE "C"
    ON CONFLICT ("key") DO UPDATE SET "capacity" = excluded."capacity" WHERE l."capacity" <> excluded."capacity";
  PERFORM 1 FROM "slot_limit" WHERE "key" = ANY (keys) ORDER BY "key" COLLATE "C" FOR UPDATE;

  WITH gone AS (DELETE FROM "slot_waiter" WHERE "session_id" = claimed RETURNING "key", "number")
    SELECT min(gone."number"), array_agg(gone."key") INTO my_number, left_keys FROM gone;
  my_number := coalesce(my_number, nextval('slot_waiter_number'));
  SELECT array_agg(wanted."key" ORDER BY wanted.number), (array_agg(wanted.reason ORDER BY wanted.number))[1], (array_agg(ahead.count ORDER BY wanted.number))[1] + 1
    INTO full_keys, reason, place
    FROM unnest(keys, capacities, reasons) WITH ORDINALITY AS wanted("key", "capacity", reason, number)
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS count FROM "slot_waiter" w
          JOIN "session" s ON s."id" = w."session_id"
          JOIN "run" r ON r."id" = s."run_id" AND r."status" = 'running'
        WHERE w."key" = wanted."key" AND w."number" < my_number
      ) ahead
    WHERE (SELECT count(*) FROM "slot" WHERE "slot"."key" = wanted."key") + ahead.count >= wanted."capacity";

  IF full_keys IS NULL THEN
    INSERT INTO "slot" ("session_id", "key") SELECT claimed, wanted."key" FROM unnest(keys) AS wanted("key");
    UPDATE "session" SET "is_limited" = true, "waiting_for_slot" = false WHERE "id" = claimed;
    PERFORM "wake_slot_waiters"(left_keys) WHERE left_keys IS NOT NULL;
    RETURN QUERY SELECT true, NULL::uuid, NULL::bigint, NULL::uuid, NULL::text, NULL::text, NULL::timestamptz, NULL::json;
    RETURN;
  END IF;

  INSERT INTO "slot_waiter" ("session_id", "key", "number", "worker")
    SELECT claimed, waited."key", my_number, mine."owner" FROM unnest(full_keys) AS waited("key");
  UPDATE "session" SET "status" = 'ready', "owner" = NULL, "waiting_for_slot" = true WHERE "id" = claimed;
  -- It stood first somewhere where it does not stand any more: the next may have room.
  PERFORM "wake_slot_waiters"(left_keys) WHERE left_keys IS NOT NULL;
  IF mine."waiting_for_slot" THEN
    RETURN QUERY SELECT false, NULL::uuid, NULL::bigint, NULL::uuid, NULL::text, NULL::text, NULL::timestamptz, NULL::json;
    RETURN;
  END IF;
  RETURN QUERY
    WITH r AS (UPDATE "run" SET "seq" = "run"."seq" + 1 WHERE "id" = mine."run_id" RETURNING "run"."id", "run"."seq"),
    e AS (
      INSERT INTO "event" ("run_id", "seq", "session_id", "type", "payload")
      SELECT r."id", r."seq", claimed, 'session.queued', json_build_object('reason', reason, 'position', place) FROM r
      RETURNING "event".*
    )
    SELECT false, e."run_id", e."seq", e."session_id", mine."agent_name", e."type", e."at"::timestamptz, e."payload" FROM e;
END $$;

-- Whatever takes a session from its worker (its end, a wait, a person, the worker's death) gives its slots back, and whoever
-- stands first for one is rung for, in the same transaction. At its end, when run rows are locked already; all of a
-- transaction's sessions at once, so that limits are locked by key.
CREATE FUNCTION "release_slots"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  freed text[];
BEGIN
  SELECT array_agg(DISTINCT found."key") INTO freed FROM (
    SELECT h."key" FROM "slot" h JOIN "session" s ON s."id" = h."session_id" WHERE s."status" <> 'running'
    UNION ALL
    SELECT w."key" FROM "slot_waiter" w WHERE w."session_id" = NEW."id" AND NEW."status" <> 'ready'
  ) found;
  IF freed IS NULL THEN RETURN NULL; END IF;
  PERFORM 1 FROM "slot_limit" WHERE "key" = ANY (freed) ORDER BY "key" COLLATE "C" FOR UPDATE;
  DELETE FROM "slot" h USING "session" s WHERE s."id" = h."session_id" AND s."status" <> 'running';
  DELETE FROM "slot_waiter" WHERE "session_id" = NEW."id" AND NEW."status" <> 'ready';
  PERFORM "wake_slot_waiters"(freed);
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "session_release_slots" AFTER UPDATE OF "status" ON "session"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD."is_limited" AND OLD."status" = 'running' AND NEW."status" <> 'running')
    OR (OLD."waiting_for_slot" AND NEW."status" NOT IN ('ready', 'running')))
  EXECUTE FUNCTION "release_slots"();
