-- The trade of a category: the key of its words in server/data/search-synonyms.txt and of what is proposed for its jobs.
-- Unlike the name it never changes. NULL: a category that an admin has added.
ALTER TABLE category ADD COLUMN trade text;
-- batch: the 40 categories of migration 0005, which are the first 40 ids, whatever they are called now.
UPDATE category SET trade = seed.trade
FROM unnest(ARRAY[
  'painting', 'plumbing', 'electrical', 'carpentry', 'masonry', 'cleaning', 'pest_control', 'appliance_repair',
  'ac_service', 'packers_and_movers', 'driver', 'delivery', 'cook', 'gardening', 'tailoring', 'beauty_and_salon',
  'tutoring', 'photography', 'event_help', 'security', 'interior_design', 'civil_contracting', 'solar_installation',
  'computer_repair', 'web_development', 'mobile_apps', 'graphic_design', 'writing_and_translation', 'data_entry',
  'digital_marketing', 'accounting_and_gst', 'legal_help', 'video_editing', 'fitness_training', 'elder_care',
  'child_care', 'farm_work', 'vehicle_repair', 'welding', 'other'
]) WITH ORDINALITY AS seed (trade, id)
WHERE category.id = seed.id;
