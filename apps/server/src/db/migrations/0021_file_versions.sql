CREATE TABLE "transfer_versions" (
	"transfer_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"restored_version" integer,
	"upload_id" uuid,
	"changes" jsonb NOT NULL,
	"file_count" integer NOT NULL,
	"total_bytes" bigint NOT NULL,
	"entry_count" integer NOT NULL,
	CONSTRAINT "transfer_versions_transfer_id_version_pk" PRIMARY KEY("transfer_id","version"),
	CONSTRAINT "transfer_versions_upload_id_unique" UNIQUE("upload_id")
);
--> statement-breakpoint
ALTER TABLE "transfer_files" ADD COLUMN "place" integer;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "for_transfer_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "for_role" text;--> statement-breakpoint
ALTER TABLE "transfer_versions" ADD CONSTRAINT "transfer_versions_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_for_transfer_index" ON "uploads" USING btree ("for_transfer_id") WHERE for_transfer_id is not null;