-- What Prisma cannot say ------------------------------------------------------------------------------------------------

-- Whoever looks for sessions that can go on looks in runs that are not over, however many are. None on the status of sessions:
-- every change of it would have to be written to all indexes of the table.
CREATE INDEX "run_live" ON "run" ("status") WHERE "status" = 'running';
