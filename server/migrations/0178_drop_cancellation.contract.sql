-- contract: 0175
-- Cancelling is no question to the worker any more, so what told of it has no text of its own.
-- batch: cancelling by consent was rare, two notices each.
UPDATE notification SET type = 'contract_cancelled' WHERE type IN ('cancellation_asked', 'cancellation_declined');
-- batch: deliveries are deleted after some days.
UPDATE notification_delivery SET type = 'contract_cancelled' WHERE type IN ('cancellation_asked', 'cancellation_declined');
DROP TABLE cancellation;
