-- Names are counted by eight weeks at once too: what is there is added up, and all is read from the index alone as before.
ALTER TABLE "recipient_weeks" DROP CONSTRAINT "recipient_weeks_owner_id_country_week_email_pk";--> statement-breakpoint
ALTER TABLE "transfer_weeks" DROP CONSTRAINT "transfer_weeks_owner_id_country_week_transfer_id_pk";--> statement-breakpoint
ALTER TABLE "recipient_weeks" ADD COLUMN "weeks" smallint NOT NULL DEFAULT 1;--> statement-breakpoint
ALTER TABLE "transfer_weeks" ADD COLUMN "weeks" smallint NOT NULL DEFAULT 1;--> statement-breakpoint
INSERT INTO "recipient_weeks" ("owner_id", "country", "weeks", "week", "email", "downloads")
SELECT "owner_id", '*', 8, "week" - ("week" - date '1970-01-05') % 56 AS "since", "email", sum("downloads") FROM "recipient_weeks" WHERE "country" = '*' GROUP BY "owner_id", "since", "email";--> statement-breakpoint
INSERT INTO "transfer_weeks" ("owner_id", "country", "weeks", "week", "transfer_id", "downloads")
SELECT "owner_id", '*', 8, "week" - ("week" - date '1970-01-05') % 56 AS "since", "transfer_id", sum("downloads") FROM "transfer_weeks" WHERE "country" = '*' GROUP BY "owner_id", "since", "transfer_id";--> statement-breakpoint
ALTER TABLE "recipient_weeks" ALTER COLUMN "weeks" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "transfer_weeks" ALTER COLUMN "weeks" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "recipient_weeks" ADD CONSTRAINT "recipient_weeks_owner_id_country_weeks_week_email_pk" PRIMARY KEY("owner_id","country","weeks","week","email") INCLUDE ("downloads");--> statement-breakpoint
ALTER TABLE "transfer_weeks" ADD CONSTRAINT "transfer_weeks_owner_id_country_weeks_week_transfer_id_pk" PRIMARY KEY("owner_id","country","weeks","week","transfer_id") INCLUDE ("downloads");
