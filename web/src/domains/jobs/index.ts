export { jobQuery } from './api.ts';
export { AttachmentFile } from './components/AttachmentFile.tsx';
export { JobDetails } from './components/JobDetails.tsx';
export { JobSheet } from './components/JobSheet.tsx';
export { TermShape } from './components/TermShape.tsx';
export { UploadField } from './components/UploadField.tsx';
export { shareJob } from './share.ts';
export { budgetText, stateNames, termNames } from './words.ts';
