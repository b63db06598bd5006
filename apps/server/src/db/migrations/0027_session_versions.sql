ALTER TABLE "download_sessions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "selections_transfer_id_index" ON "selections" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "transfer_files_newest_index" ON "transfer_files" USING btree ("transfer_id","position") WHERE before_version is null;--> statement-breakpoint
CREATE INDEX "files_infected_index" ON "files" USING btree ("upload_id") WHERE scan = 'infected';--> statement-breakpoint
-- What began before versions were noted read the newest files of its time.
UPDATE "download_sessions" s SET "version" = coalesce((SELECT max(v."version") FROM "transfer_versions" v WHERE v."transfer_id" = s."transfer_id" AND v."at" <= s."started_at"), 1) WHERE s."transfer_id" IN (SELECT "transfer_id" FROM "transfer_versions");
