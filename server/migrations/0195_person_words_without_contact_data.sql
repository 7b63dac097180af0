-- Contact data that somebody wrote as a skill or a place is hidden from others. The directory searches beginnings of words,
-- so whoever tried digit after digit would have read it.

CREATE OR REPLACE FUNCTION person_words(first_name text, last_name text, skills text[], location text)
  RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
    SELECT array_to_tsvector(array_remove(string_to_array(translate(translate(
      lower(normalize(concat_ws(' ', first_name, last_name, regexp_replace(regexp_replace(
        concat_ws(' ', array_to_string(skills, ' '), location),
        '\S+@\S*', ' ', 'g'),
        -- A PIN code has six digits.
        '[[:digit:]]([^[:alpha:]]*[[:digit:]]){7,}', ' ', 'g')))),
      U&'\200C\200D', ''),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~।–—‘’“”', repeat(' ', 50)), ' '), ''))
  $$;

UPDATE person_search SET words = person_words(first_name, last_name, skills, location)
FROM user_account
WHERE id = user_id AND concat_ws(' ', array_to_string(skills, ' '), location) ~ '@|[[:digit:]]([^[:alpha:]]*[[:digit:]]){7,}';
