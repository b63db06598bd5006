ALTER TABLE "uploads" ADD COLUMN "purpose" text DEFAULT 'send' NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "purpose_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "purpose_of" text;--> statement-breakpoint
-- An upload was for a transfer or a request by which of two columns was set; each had one more of its own.
UPDATE "uploads" SET "purpose" = CASE WHEN "for_request_id" IS NOT NULL THEN 'request' ELSE 'version' END, "purpose_id" = coalesce("for_request_id", "for_transfer_id"),
"purpose_of" = CASE WHEN "for_request_id" IS NOT NULL THEN "for_supplier_id"::text ELSE "for_role" END
WHERE "for_request_id" IS NOT NULL OR "for_transfer_id" IS NOT NULL;--> statement-breakpoint
DROP INDEX "uploads_for_transfer_index";--> statement-breakpoint
DROP INDEX "uploads_for_request_index";--> statement-breakpoint
CREATE INDEX "uploads_purpose_index" ON "uploads" USING btree ("purpose_id") WHERE purpose_id is not null;--> statement-breakpoint
CREATE INDEX "uploads_open_purpose_index" ON "uploads" USING btree ("purpose_id") WHERE purpose_id is not null and state = 'open';--> statement-breakpoint
ALTER TABLE "uploads" DROP COLUMN "for_transfer_id";--> statement-breakpoint
ALTER TABLE "uploads" DROP COLUMN "for_request_id";--> statement-breakpoint
ALTER TABLE "uploads" DROP COLUMN "for_supplier_id";--> statement-breakpoint
ALTER TABLE "uploads" DROP COLUMN "for_role";