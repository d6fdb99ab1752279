-- What Prisma cannot say ------------------------------------------------------------------------------------------------

-- What a worker looks for once a second is among the sessions that move; those that sleep or are over cost it nothing, however
-- many there are. A session's status changes a few times in its life, its counters with every turn: those stay on their page.
CREATE INDEX "session_live" ON "session" ("status") WHERE "status" IN ('ready', 'running');
