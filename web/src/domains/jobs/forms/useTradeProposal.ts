import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { useLocale } from '../../../platform/i18n/index.ts';
import { categoriesQuery } from '../api.ts';
import type { JobDraft } from './postJobValues.ts';
import type { TradeProposal } from './proposeTrade.ts';

/** Fills in the category and the skills from the title of a new job. What the poster chose stays. */
export function useTradeProposal(form: UseFormReturn<JobDraft>, isNew: boolean): void {
  const { control, getValues, setValue } = form;
  const locale = useLocale();
  const title = useWatch({ control, name: 'title' });
  const categories = useQuery({ ...categoriesQuery(), enabled: isNew }).data;
  const applied = useRef<TradeProposal>(undefined);

  useEffect(() => {
    if (!isNew || !categories || title === '') return undefined;
    let isOutdated = false;
    async function propose(): Promise<void> {
      const { proposeTrade } = await import('./proposeTrade.ts');
      if (isOutdated || !categories) return;
      const next = proposeTrade(title, categories, locale);
      // A restored draft holds what its title proposed, or what the poster chose.
      const previous = applied.current ?? next;
      applied.current = next;
      const { categoryId, skills } = getValues();
      if (categoryId !== next.categoryId && (categoryId === '' || categoryId === previous.categoryId))
        setValue('categoryId', next.categoryId);
      if (
        skills.join() !== next.skills.join() &&
        (skills.length === 0 || skills.join() === previous.skills.join())
      )
        setValue('skills', next.skills);
    }
    // Without a network the poster chooses.
    propose().catch(() => undefined);
    return () => {
      isOutdated = true;
    };
  }, [isNew, categories, title, locale, getValues, setValue]);
}
