ALTER TABLE "chat_message" ADD COLUMN "trees" text[];--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "content_tree" text;--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "content_text" text;--> statement-breakpoint
ALTER TABLE "post" drop column "search";--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', search_words("post"."title")), 'A') || setweight(to_tsvector('simple', search_words(coalesce("post"."content_text", "post"."content"))), 'B')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "post_organization_search_idx" ON "post" USING gin ("organization_id","search") WHERE "post"."organization_id" is not null and "post"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "post_owner_search_idx" ON "post" USING gin ("owner_id","search") WHERE "post"."owner_id" is not null and "post"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "chat_message_trees_idx" ON "chat_message" USING btree ("id") WHERE "chat_message"."trees" is null and "chat_message"."role" = 'assistant';--> statement-breakpoint
CREATE INDEX "post_content_tree_idx" ON "post" USING btree ("id") WHERE "post"."content_tree" is null;