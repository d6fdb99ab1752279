-- AlterTable
ALTER TABLE "provider" ADD COLUMN     "wire" TEXT;

ALTER TABLE "provider" ADD CONSTRAINT "provider_wire" CHECK ("wire" IN ('chat', 'responses', 'messages'));
