ALTER TABLE "owners" ADD COLUMN "standing_acts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "owners" SET "standing_acts" = jsonb_build_array(jsonb_build_object('act', 'suspended', 'reason', coalesce("revoke_reason", ''), 'at', to_char("revoked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) WHERE "revoked_at" IS NOT NULL;
