-- Nothing of the chat at /dashboard/chat/vercel is stored any more; what was stored goes on as general chats.
UPDATE "chat_thread" SET "page" = 'general' WHERE "page" = 'vercel';--> statement-breakpoint
ALTER TABLE "chat_run" DROP COLUMN "wire_id";--> statement-breakpoint
ALTER TABLE "chat_run" DROP COLUMN "tokens";
