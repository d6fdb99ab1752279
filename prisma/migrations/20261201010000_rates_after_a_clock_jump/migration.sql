-- Takes a place under all limits at once, or under none. A limit's nth newest call, its window later, is when the next may go:
-- that place is taken where it is near enough, so that those who wait go in the order in which they came. Otherwise nothing is
-- written, and the caller is told how long it would be. Calls under the same limit are judged one after the other, whoever makes
-- them; others do not wait for each other.
--
-- No place lies further ahead than somebody may wait. One that does was taken before the clock went back: it is nobody's place any
-- more, and would block its limit until the clock is there again. A second is left for what rounding makes of a moment.
CREATE OR REPLACE FUNCTION "take_rate"(keys text[], calls int[], seconds int[], most_wait_ms int)
RETURNS TABLE (wait_ms int, is_taken boolean, blocking text)
LANGUAGE plpgsql AS $$
DECLARE
  began timestamptz;
  goes timestamptz;
  nth timestamptz;
  reason text;
BEGIN
  PERFORM pg_advisory_xact_lock(1330136140, locked.place) FROM (SELECT DISTINCT hashtext(k) AS place FROM unnest(keys) AS k ORDER BY 1) locked;
  began := clock_timestamp();
  goes := began;
  DELETE FROM "rate_hit" h
    WHERE h."key" = ANY (keys) AND h."at" > began + make_interval(secs => most_wait_ms / 1000.0 + 1);
  FOR i IN 1 .. array_length(keys, 1) LOOP
    SELECT h."at" INTO nth FROM "rate_hit" h
      WHERE h."key" = keys[i] AND h."at" > began - make_interval(secs => seconds[i])
      ORDER BY h."at" DESC OFFSET calls[i] - 1 LIMIT 1;
    IF FOUND AND nth + make_interval(secs => seconds[i]) > goes THEN
      goes := nth + make_interval(secs => seconds[i]);
      reason := keys[i];
    END IF;
  END LOOP;
  wait_ms := ceil(extract(epoch FROM goes - began) * 1000)::int;
  blocking := reason;
  is_taken := wait_ms <= most_wait_ms;
  IF is_taken THEN
    -- A crash of the database may forget the last moment's calls: no reason to wait for the disk.
    PERFORM set_config('synchronous_commit', 'off', true);
    INSERT INTO "rate_hit" ("key", "at", "until")
      SELECT w."key", goes, goes + make_interval(secs => w."seconds") FROM unnest(keys, seconds) AS w("key", "seconds");
    -- Each takes a little more away than it adds, of whatever limit: nothing is left behind by sessions that are over.
    DELETE FROM "rate_hit" WHERE "id" IN (
      SELECT o."id" FROM "rate_hit" o WHERE o."until" < began ORDER BY o."until" LIMIT 2 * array_length(keys, 1) + 2 FOR UPDATE SKIP LOCKED
    );
  END IF;
  RETURN NEXT;
END $$;
