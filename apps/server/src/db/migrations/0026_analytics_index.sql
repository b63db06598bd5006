-- Counts by name are read from the index alone.
ALTER TABLE "transfer_weeks" DROP CONSTRAINT "transfer_weeks_owner_id_country_week_transfer_id_pk", ADD CONSTRAINT "transfer_weeks_owner_id_country_week_transfer_id_pk" PRIMARY KEY ("owner_id","country","week","transfer_id") INCLUDE ("downloads");--> statement-breakpoint
ALTER TABLE "recipient_weeks" DROP CONSTRAINT "recipient_weeks_owner_id_country_week_email_pk", ADD CONSTRAINT "recipient_weeks_owner_id_country_week_email_pk" PRIMARY KEY ("owner_id","country","week","email") INCLUDE ("downloads");
