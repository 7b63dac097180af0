-- What was paid for an order is asked for by its number, each time somebody looks at it.
CREATE INDEX payment_order ON payment (order_id);
