-- What kinds of work cost in a city, from accepted quotes. Only what has been published: the quotes are in their own tables.

CREATE TABLE price_hint (
  city text NOT NULL,
  category_id bigint NOT NULL REFERENCES category,
  low_paise bigint NOT NULL,
  middle_paise bigint NOT NULL,
  high_paise bigint NOT NULL,
  quotes_from integer NOT NULL CHECK (quotes_from >= 10),
  counted_until timestamptz NOT NULL,
  PRIMARY KEY (city, category_id),
  CONSTRAINT price_hint_order CHECK (low_paise > 0 AND middle_paise >= low_paise AND high_paise >= middle_paise)
);
COMMENT ON TABLE price_hint IS 'What a category costs in a city: the last published median and middle half of accepted quotes. Published again only when enough quotes of enough people are new';
COMMENT ON COLUMN price_hint.city IS 'As job.city: "pune"';
COMMENT ON COLUMN price_hint.low_paise IS 'The lower quartile, as a step of prices';
COMMENT ON COLUMN price_hint.middle_paise IS 'The median, as a step of prices';
COMMENT ON COLUMN price_hint.high_paise IS 'The upper quartile, as a step of prices';
COMMENT ON COLUMN price_hint.quotes_from IS 'From at least so many quotes: 10, 20, 50, 100, 200 or 500';
COMMENT ON COLUMN price_hint.counted_until IS 'Quotes whose last milestone was funded before this moment were counted. It is shown for half a year from then on';
