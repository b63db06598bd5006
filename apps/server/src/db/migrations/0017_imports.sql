CREATE TABLE "imported" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"alias" text,
	"transfer_id" uuid,
	"request_id" uuid,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "imported_source_source_id_unique" UNIQUE("source","source_id")
);
--> statement-breakpoint
ALTER TABLE "imported" ADD CONSTRAINT "imported_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported" ADD CONSTRAINT "imported_request_id_file_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."file_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_alias_index" ON "imported" USING btree ("alias");--> statement-breakpoint
CREATE INDEX "imported_transfer_id_index" ON "imported" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "imported_request_id_index" ON "imported" USING btree ("request_id");