CREATE TABLE "transfer_texts" (
	"transfer_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transfer_texts" ADD CONSTRAINT "transfer_texts_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "transfer_texts" ("transfer_id", "text")
SELECT t."id", lower(concat_ws(E'\n', t."message",
  (SELECT string_agg(r."email", E'\n') FROM "recipients" r WHERE r."transfer_id" = t."id"),
  (SELECT string_agg(f."path", E'\n') FROM "files" f WHERE f."upload_id" = t."upload_id" AND NOT f."is_removed")))
FROM "transfers" t WHERE t."state" <> 'deleted' OR t."deleted_from" IS NOT NULL;
