-- AlterTable
ALTER TABLE "provider" ADD COLUMN     "context_tokens" JSON NOT NULL DEFAULT '{}';
