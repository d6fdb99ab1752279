-- AlterTable
ALTER TABLE "run" ADD COLUMN     "forked_from" UUID;

-- CreateTable
CREATE TABLE "run_share" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_share_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "run_share_token_hash_key" ON "run_share"("token_hash");

-- CreateIndex
CREATE INDEX "run_share_run_id_idx" ON "run_share"("run_id");

-- AddForeignKey
ALTER TABLE "run_share" ADD CONSTRAINT "run_share_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
