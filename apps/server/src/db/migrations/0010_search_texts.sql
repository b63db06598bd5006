ALTER TABLE "transfer_texts" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
UPDATE "transfer_texts" SET "owner_id" = "transfers"."owner_id" FROM "transfers" WHERE "transfers"."id" = "transfer_texts"."transfer_id";--> statement-breakpoint
ALTER TABLE "transfer_texts" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "transfer_texts" ADD CONSTRAINT "transfer_texts_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfer_texts_owner_id_index" ON "transfer_texts" USING btree ("owner_id");