CREATE TABLE "download_places" (
	"transfer_id" uuid NOT NULL,
	"country_code" text NOT NULL,
	"city" text NOT NULL,
	"downloads" integer NOT NULL,
	CONSTRAINT "download_places_transfer_id_country_code_city_pk" PRIMARY KEY("transfer_id","country_code","city")
);
--> statement-breakpoint
ALTER TABLE "download_places" ADD CONSTRAINT "download_places_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "download_events_recipient_index" ON "download_events" USING btree ("recipient_id") WHERE recipient_id is not null;--> statement-breakpoint
CREATE INDEX "download_sessions_recipient_index" ON "download_sessions" USING btree ("recipient_id","started_at") WHERE recipient_id is not null;--> statement-breakpoint
INSERT INTO "download_places" ("transfer_id", "country_code", "city", "downloads")
SELECT "transfer_id", coalesce("country_code", ''), "city", count(*) FROM "download_events" GROUP BY 1, 2, 3;
