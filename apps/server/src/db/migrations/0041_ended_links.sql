CREATE TABLE "ended_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"transfer_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ended_links" ADD CONSTRAINT "ended_links_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_links_transfer_id_index" ON "ended_links" USING btree ("transfer_id");