CREATE TABLE "download_days" (
	"owner_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"country" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"downloads" bigint NOT NULL,
	"size_bytes" bigint NOT NULL,
	CONSTRAINT "download_days_owner_id_dimension_country_day_key_pk" PRIMARY KEY("owner_id","dimension","country","day","key")
);
--> statement-breakpoint
CREATE TABLE "recipient_weeks" (
	"owner_id" uuid NOT NULL,
	"country" text NOT NULL,
	"week" date NOT NULL,
	"email" text NOT NULL,
	"downloads" integer NOT NULL,
	CONSTRAINT "recipient_weeks_owner_id_country_week_email_pk" PRIMARY KEY("owner_id","country","week","email")
);
--> statement-breakpoint
CREATE TABLE "storage_days" (
	"owner_id" uuid NOT NULL,
	"day" date NOT NULL,
	"used_bytes" bigint NOT NULL,
	CONSTRAINT "storage_days_owner_id_day_pk" PRIMARY KEY("owner_id","day")
);
--> statement-breakpoint
CREATE TABLE "transfer_weeks" (
	"owner_id" uuid NOT NULL,
	"country" text NOT NULL,
	"week" date NOT NULL,
	"transfer_id" uuid NOT NULL,
	"downloads" integer NOT NULL,
	CONSTRAINT "transfer_weeks_owner_id_country_week_transfer_id_pk" PRIMARY KEY("owner_id","country","week","transfer_id")
);
--> statement-breakpoint
ALTER TABLE "download_events" ADD COLUMN "is_counted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "download_days" ADD CONSTRAINT "download_days_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_weeks" ADD CONSTRAINT "recipient_weeks_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_days" ADD CONSTRAINT "storage_days_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_weeks" ADD CONSTRAINT "transfer_weeks_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfer_weeks_transfer_id_index" ON "transfer_weeks" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "download_events_uncounted_index" ON "download_events" USING btree ("owner_id","at") WHERE not is_counted;