/** The fields of a request before they are read: texts of a form, or JSON values. */
export type Fields = Record<string, unknown>;
