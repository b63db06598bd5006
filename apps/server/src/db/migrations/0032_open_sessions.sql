-- Of those that began at once before there was a lock, the newest goes on.
DELETE FROM "download_sessions" AS "former" USING "download_sessions" AS "newest"
WHERE "former"."completed_at" IS NULL AND "newest"."completed_at" IS NULL
  AND ("former"."transfer_id", "former"."visitor", "former"."scope", "former"."size_bytes") = ("newest"."transfer_id", "newest"."visitor", "newest"."scope", "newest"."size_bytes")
  AND ("former"."scope" <> 'zip' OR "former"."version" = "newest"."version")
  AND ("former"."started_at", "former"."id") < ("newest"."started_at", "newest"."id");--> statement-breakpoint
DROP INDEX "download_sessions_transfer_id_visitor_scope_index";--> statement-breakpoint
CREATE UNIQUE INDEX "open_session" ON "download_sessions" USING btree ("transfer_id","visitor","scope","size_bytes",(case when scope = 'zip' then version else 0 end)) WHERE "download_sessions"."completed_at" is null;
