-- AlterTable
ALTER TABLE "org" ADD COLUMN     "cleared_at" TIMESTAMPTZ(3);
