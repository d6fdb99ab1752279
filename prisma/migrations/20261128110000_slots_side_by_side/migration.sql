-- Whoever gives slots back holds the limits' rows until the end of its commit, a sync of the disk. One after the other, a limit
-- that everybody counts under would let no more sessions end than the disk syncs. Those who give back now go side by side, and
-- only those who take are alone.

-- Takes all slots that a claimed session needs, or none: then it is ready again and stands in line where there was no room,
-- with the number it had. No row: the claim is lost. Otherwise one row, with the event if it is newly queued.
CREATE OR REPLACE FUNCTION "take_slots"(claimed uuid, claimed_fence int, keys text[], capacities int[], reasons text[])
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
    -- Those behind us wait for the limits' rows until this is committed. A crash of the database that forgets it ends the claim
    -- too, so nobody has to wait for the disk. Not where an event is written: what followers saw is never forgotten.
    PERFORM set_config('synchronous_commit', 'off', true);
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

-- Two that give back at the same moment do not see each other's slots as free, and may both ring for the same first one. When
-- it has taken its slot it rings for the next, alone with the limits and seeing everything: nobody is forgotten.
CREATE OR REPLACE FUNCTION "release_slots"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended uuid[];
  freed text[];
BEGIN
  -- Once for all sessions of this transaction: limits have to be locked by key, whoever held them.
  SELECT array_agg(h."session_id"), array_agg(DISTINCT h."key") INTO ended, freed
    FROM "slot" h JOIN "session" s ON s."id" = h."session_id" WHERE s."status" <> 'running';
  SELECT array_agg(DISTINCT found."key") INTO freed FROM (
    SELECT unnest(freed) AS "key"
    UNION ALL
    SELECT w."key" FROM "slot_waiter" w WHERE w."session_id" = NEW."id" AND NEW."status" <> 'ready'
  ) found;
  IF freed IS NULL THEN RETURN NULL; END IF;
  PERFORM 1 FROM "slot_limit" WHERE "key" = ANY (freed) ORDER BY "key" COLLATE "C" FOR SHARE;
  DELETE FROM "slot" WHERE "session_id" = ANY (ended);
  DELETE FROM "slot_waiter" WHERE "session_id" = NEW."id" AND NEW."status" <> 'ready';
  PERFORM "wake_slot_waiters"(freed);
  RETURN NULL;
END $$;
