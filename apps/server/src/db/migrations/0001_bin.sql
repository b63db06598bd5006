DROP INDEX "transfers_to_erase_index";--> statement-breakpoint
ALTER TABLE "file_requests" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "file_requests" ADD COLUMN "restorable_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "restorable_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "file_requests_erase_index" ON "file_requests" USING btree ("restorable_until") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "transfers_bin_index" ON "transfers" USING btree ("owner_id","deleted_at") WHERE deleted_from is not null;--> statement-breakpoint
CREATE INDEX "transfers_to_erase_index" ON "transfers" USING btree (coalesce("restorable_until", "deleted_at")) WHERE deleted_from is not null;