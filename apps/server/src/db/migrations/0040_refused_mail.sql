CREATE TABLE "mail_refusals" (
	"mailbox_key" text NOT NULL,
	"sender_key" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_refusals_mailbox_key_sender_key_pk" PRIMARY KEY("mailbox_key","sender_key")
);
--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "waiting_mailbox" text;--> statement-breakpoint
CREATE INDEX "recipients_waiting_index" ON "recipients" USING btree ("waiting_mailbox") WHERE waiting_mailbox is not null;