// Sends the page's one form at once. Without scripts its button does the same.
document.getElementById("submit-at-once").submit();
