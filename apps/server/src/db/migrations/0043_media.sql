CREATE TABLE "renditions" (
	"file_id" uuid NOT NULL,
	"form" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "renditions_file_id_form_pk" PRIMARY KEY("file_id","form")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "media" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "rendering" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "forms" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "renditions" ADD CONSTRAINT "renditions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_to_render_index" ON "files" USING btree ("upload_id") WHERE rendering = 'waiting';