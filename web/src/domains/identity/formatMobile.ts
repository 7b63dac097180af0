/** "+919822000001" → "+91 98220 00001" */
export const formatMobile = (e164: string): string => e164.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3');
