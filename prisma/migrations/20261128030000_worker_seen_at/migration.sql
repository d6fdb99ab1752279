-- AlterTable
ALTER TABLE "worker" ADD COLUMN     "seen_at" TIMESTAMPTZ(3);
