import { useMemo, useState } from 'react';

import { enquireForBusiness } from '@fws/contract/enquiries/calls';
import { BUSINESS_FIELDS } from '@fws/contract/enquiries/model';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { paths } from '../../../platform/router/paths.ts';
import { contractResolver, showFieldErrors } from '../../../platform/client/form.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { useFormDraft } from '../../../platform/drafts/useFormDraft.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useSession } from '../../../platform/session/index.ts';
import {
  Button,
  ButtonLink,
  ButtonRow,
  DraftNote,
  Empty,
  ErrorSummary,
  Field,
  Note,
  Screen,
  Sheet,
  TextArea,
  TextInput,
  TwoColumns,
} from '../../../ui/index.ts';
import { useEnquiry, type BusinessValues } from '../api.ts';

const EMPTY = Object.fromEntries(BUSINESS_FIELDS.map((field) => [field, ''])) as BusinessValues;
const resolver = contractResolver(enquireForBusiness);

/** An enquiry from a company: what it needs, and how to contact it. */
export default function Business() {
  const t = useT();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Screen
      title={t('shell.business')}
      lead={t('web.business.lead')}
      data={null}
      empty={
        sentTo !== undefined && (
          <div role="status">
            <Empty
              title={t('web.business.thanks')}
              action={
                <ButtonRow>
                  <Button onClick={() => setSentTo(undefined)}>{t('web.business.again')}</Button>
                  <ButtonLink to={paths.home()} variant="primary">
                    {t('web.business.home')}
                  </ButtonLink>
                </ButtonRow>
              }
            >
              {t('web.business.thanksWhy', { email: sentTo })}
            </Empty>
          </div>
        )
      }
    >
      <EnquiryForm onSent={setSentTo} />
    </Screen>
  );
}

Business.firstQueries = () => [];

function EnquiryForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useT();
  const online = useOnline();
  const enquiry = useEnquiry();
  const owner = useSession().user?.id ?? 'visitor';
  const [store] = useState(() => openDraft(owner, 'enquiry'));
  const [defaultValues] = useState(() => restoreDraft(store, EMPTY));
  const form = useCheckedForm<BusinessValues>({
    defaultValues,
    resolver,
    shouldFocusError: false,
  });
  const draft = useFormDraft(form, store, { values: EMPTY });
  const { register } = form;
  const { errors, submitCount } = form.formState;
  const problems = useMemo(
    () =>
      BUSINESS_FIELDS.flatMap((field) => {
        const text = errors[field]?.message;
        return text === undefined ? [] : [{ id: field, text }];
      }),
    [errors],
  );

  async function send(values: BusinessValues): Promise<void> {
    try {
      await enquiry.mutateAsync(values);
      store.remove();
      onSent(values.email);
    } catch (error) {
      showFieldErrors(error, form.setError);
    }
  }

  const getFieldProps = (field: (typeof BUSINESS_FIELDS)[number]) => ({
    id: field,
    label: t(`web.business.${field}`),
    error: errors[field]?.message,
  });
  return (
    <form onSubmit={(event) => void form.handleSubmit(send)(event)} noValidate>
      <ErrorSummary problems={problems} submitCount={submitCount} />
      {enquiry.error && problems.length === 0 && <Note tone="bad">{enquiry.error.message}</Note>}
      <Sheet title={t('web.business.who')}>
        <TwoColumns>
          <Field {...getFieldProps('name')}>
            <TextInput autoComplete="name" {...register('name')} />
          </Field>
          <Field {...getFieldProps('purpose')}>
            <TextInput autoComplete="off" {...register('purpose')} />
          </Field>
        </TwoColumns>
        <TwoColumns>
          <Field {...getFieldProps('heardFrom')}>
            <TextInput autoComplete="off" {...register('heardFrom')} />
          </Field>
          <Field {...getFieldProps('company')}>
            <TextInput autoComplete="organization" {...register('company')} />
          </Field>
        </TwoColumns>
        <TwoColumns>
          <Field {...getFieldProps('phone')} hint={t('web.business.phoneHint')}>
            <TextInput type="tel" autoComplete="tel" {...register('phone')} />
          </Field>
          <Field {...getFieldProps('email')} hint={t('web.business.emailHint')}>
            <TextInput type="email" autoComplete="email" {...register('email')} />
          </Field>
        </TwoColumns>
      </Sheet>
      <Sheet title={t('web.business.what')}>
        <Field {...getFieldProps('address1')}>
          <TextInput autoComplete="address-line1" {...register('address1')} />
        </Field>
        <TwoColumns>
          <Field {...getFieldProps('address2')} optional>
            <TextInput autoComplete="address-line2" {...register('address2')} />
          </Field>
          <Field {...getFieldProps('address3')} optional>
            <TextInput autoComplete="address-line3" {...register('address3')} />
          </Field>
        </TwoColumns>
        <Field {...getFieldProps('requirement')}>
          <TextArea rows={5} {...register('requirement')} />
        </Field>
        <DraftNote {...draft} />
        <Button
          type="submit"
          variant="primary"
          disabled={!online}
          busy={enquiry.isPending}
          busyText={t('web.business.sending')}
        >
          {t(online ? 'web.business.send' : 'ui.needsInternet')}
        </Button>
      </Sheet>
    </form>
  );
}
