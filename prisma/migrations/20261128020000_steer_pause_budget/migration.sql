-- AlterTable
ALTER TABLE "run" ADD COLUMN     "budget" JSON,
ADD COLUMN     "clock_ms" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "clock_since" TIMESTAMPTZ(3),
ADD COLUMN     "cost" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "moving" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "tokens" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "tool_calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "warned" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "steering" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "tool_calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "work_ms" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "steering" (
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "steering_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "steering_session_id_idx" ON "steering"("session_id");

-- AddForeignKey
ALTER TABLE "steering" ADD CONSTRAINT "steering_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot say ------------------------------------------------------------------------------------------------

ALTER TABLE "run" DROP CONSTRAINT "run_status";
ALTER TABLE "run" ADD CONSTRAINT "run_status" CHECK ("status" IN ('running', 'paused', 'completed', 'failed', 'cancelled'));
ALTER TABLE "run" ADD CONSTRAINT "run_moving" CHECK ("moving" >= 0);
ALTER TABLE "session" ADD CONSTRAINT "session_steering" CHECK ("steering" >= 0);

-- Runs from before: what they used, and the clock of those that are at work from now on.
UPDATE "run" SET
  "moving" = (SELECT count(*) FROM "session" s WHERE s."run_id" = "run"."id" AND s."status" IN ('ready', 'running')),
  "tokens" = (SELECT coalesce(sum(s."input_tokens" + s."output_tokens"), 0) FROM "session" s WHERE s."run_id" = "run"."id"),
  "cost" = (SELECT coalesce(sum(s."cost"), 0) FROM "session" s WHERE s."run_id" = "run"."id");
UPDATE "run" SET "clock_since" = clock_timestamp() WHERE "status" = 'running' AND "moving" > 0;
