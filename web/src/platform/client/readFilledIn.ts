import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/**
 * Takes over what stands in the text fields of a form. Password managers fill fields in without telling the page, and a
 * browser before the page listens.
 */
export function readFilledIn<T extends FieldValues>(element: HTMLFormElement, form: UseFormReturn<T>): void {
  for (const field of element.querySelectorAll('input')) {
    const name = field.name as Path<T>;
    const value = form.getValues(name) as unknown;
    if (
      typeof value === 'string' &&
      field.type !== 'checkbox' &&
      field.type !== 'radio' &&
      value !== field.value
    )
      form.setValue(name, field.value as PathValue<T, Path<T>>);
  }
}
