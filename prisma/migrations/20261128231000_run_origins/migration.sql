-- Who started a run, and the agent that got its task where that is not the lead. Neither is known of runs from before.
ALTER TABLE "run" ADD COLUMN "started_by" TEXT, ADD COLUMN "from_agent" TEXT;
