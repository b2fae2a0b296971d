DROP INDEX "chat_thread_organization_idx";--> statement-breakpoint
DROP INDEX "chat_thread_owner_idx";--> statement-breakpoint
DROP INDEX "post_organization_idx";--> statement-breakpoint
DROP INDEX "post_owner_idx";--> statement-breakpoint
CREATE INDEX "invitation_inviter_id_idx" ON "invitation" USING btree ("inviter_id");--> statement-breakpoint
CREATE INDEX "session_active_organization_id_idx" ON "session" USING btree ("active_organization_id") WHERE "session"."active_organization_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_approval_user_idx" ON "chat_approval" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_run_user_idx" ON "chat_run" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_thread_creator_idx" ON "chat_thread" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "document_creator_idx" ON "document" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "todo_creator_idx" ON "todo" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "chat_thread_organization_idx" ON "chat_thread" USING btree ("organization_id","updated_at","id","deleted_at") WHERE "chat_thread"."organization_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_thread_owner_idx" ON "chat_thread" USING btree ("owner_id","updated_at","id","deleted_at") WHERE "chat_thread"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "post_organization_idx" ON "post" USING btree ("organization_id","created_at","id","deleted_at") WHERE "post"."organization_id" is not null;--> statement-breakpoint
CREATE INDEX "post_owner_idx" ON "post" USING btree ("owner_id","created_at","id","deleted_at") WHERE "post"."owner_id" is not null;