ALTER TABLE "transfer_events" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
UPDATE "transfer_events" SET "owner_id" = "transfers"."owner_id" FROM "transfers" WHERE "transfers"."id" = "transfer_events"."transfer_id";--> statement-breakpoint
ALTER TABLE "transfer_events" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "transfer_events_owner_id_at_index" ON "transfer_events" USING btree ("owner_id","at") WHERE actor <> 'sender' and kind <> 'mailed';
