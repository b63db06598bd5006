DROP INDEX "taken_scopes";--> statement-breakpoint
DROP INDEX "open_session";--> statement-breakpoint
ALTER TABLE "download_events" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "download_events" ADD COLUMN "selection_id" text;--> statement-breakpoint
ALTER TABLE "download_sessions" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "download_sessions" ADD COLUMN "selection_id" text;--> statement-breakpoint
-- What was read stood in one text: "file:<id>", "zip:<choice>", or "zip" for all of a version, which has neither column set.
UPDATE "download_events" SET "file_id" = CASE WHEN "scope" LIKE 'file:%' THEN substr("scope", 6)::uuid END, "selection_id" = CASE WHEN "scope" LIKE 'zip:%' THEN substr("scope", 5) END
WHERE "scope" <> 'zip';--> statement-breakpoint
UPDATE "download_sessions" SET "file_id" = CASE WHEN "scope" LIKE 'file:%' THEN substr("scope", 6)::uuid END, "selection_id" = CASE WHEN "scope" LIKE 'zip:%' THEN substr("scope", 5) END
WHERE "scope" <> 'zip';--> statement-breakpoint
CREATE INDEX "taken_files" ON "download_sessions" USING btree ("transfer_id","file_id","version") WHERE completed_at is not null and file_id is not null;--> statement-breakpoint
CREATE INDEX "taken_selections" ON "download_sessions" USING btree ("transfer_id","selection_id","version") WHERE completed_at is not null and selection_id is not null;--> statement-breakpoint
CREATE INDEX "taken_wholes" ON "download_sessions" USING btree ("transfer_id","version") WHERE completed_at is not null and file_id is null and selection_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "open_session" ON "download_sessions" USING btree ("transfer_id","visitor",(coalesce(file_id::text, selection_id, '')),"size_bytes",(case when file_id is null and selection_id is null then version else 0 end)) WHERE "download_sessions"."completed_at" is null;--> statement-breakpoint
ALTER TABLE "download_events" DROP COLUMN "scope";--> statement-breakpoint
ALTER TABLE "download_sessions" DROP COLUMN "scope";--> statement-breakpoint
ALTER TABLE "download_events" ADD CONSTRAINT "download_events_one_scope" CHECK (file_id is null or selection_id is null);--> statement-breakpoint
ALTER TABLE "download_sessions" ADD CONSTRAINT "download_sessions_one_scope" CHECK (file_id is null or selection_id is null);