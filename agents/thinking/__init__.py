"""What the bots that think ahead share."""
